#!/usr/bin/env bash
# Runs the two commands of the README, `npm run site` and `npm test`, in a minimal Debian with only Node.js, npm and a clone of the project.
# Needs root on Debian, and debootstrap. Packages come from where apt and npm get them on this machine.
set -euo pipefail
cd "$(dirname "$0")/.."

# What runs in the new root, after the part below has prepared it.
if [ "${1-}" = inside ]; then
  cd /srv/colophon
  echo '── npm run site ──'
  npm run site &
  until node -e 'fetch("http://localhost:" + (process.env.PORT || 3000)).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; do
    kill -0 $!
    sleep 1
  done
  echo 'The home page is served.'
  kill $!
  wait $! || true
  unset PORT
  echo '── npm test ──'
  npm test
  exit
fi

if [ "${1-}" != prepare ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null || ! command -v debootstrap > /dev/null; then
    echo 'npm run test:bare needs root on Debian, and debootstrap: run apt-get install debootstrap' >&2
    exit 1
  fi
  root=$(mktemp --directory /var/tmp/colophon-bare-XXXXXX)
  trap 'exit 1' HUP INT TERM
  trap 'kill -KILL $! 2> /dev/null || true; wait || true; rm -rf "$root"' EXIT
  # All mounts and processes of the namespaces end with their first process.
  unshare --mount --pid --fork --kill-child bash tools/test-bare.sh prepare "$root" &
  wait $!
  exit
fi

root=$2
. /etc/os-release
read -r mirror < <(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $VERSION_CODENAME")
echo '── Debian ──'
debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" > /dev/null
# The settings of npm may contain tokens.
chmod 700 "$root"

cp -a /etc/apt /etc/hosts /etc/resolv.conf "$root/etc"
mkdir -p "$root/etc/ssl"
cp -a /etc/ssl/certs "$root/etc/ssl"
cp -a /usr/share/keyrings "$root/usr/share"
for scope in globalconfig userconfig; do cat "$(npm config get $scope)" >> "$root/root/.npmrc" 2> /dev/null || true; done

npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$root/usr/local/lib/node_modules"
cp "$(node --print process.execPath)" "$root/usr/local/bin/node"
cp -a "$npm" "$root/usr/local/lib/node_modules/npm"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done

git clone --quiet --no-hardlinks . "$root/srv/colophon"
if [ -e ../shared/data ]; then
  mkdir -p "$root/srv/shared/data"
  mount --bind ../shared/data "$root/srv/shared/data"
  mount -o remount,bind,ro "$root/srv/shared/data"
fi
mount -t proc proc "$root/proc"
for name in dev sys; do mount --rbind "/$name" "$root/$name"; done

mapfile -t network < <(env | grep -iE '^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_registry|port)=')
env -i "${network[@]}" HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  chroot "$root" bash /srv/colophon/tools/test-bare.sh inside
