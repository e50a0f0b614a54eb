# One image serves any workspace. Set the variables of `.env.example` in the container's environment.
FROM node:24-slim AS build
WORKDIR /site
COPY . .
# Needed only for a site below a path: the path of SITE_URL is a part of the build.
ARG SITE_URL=
RUN npm run build && node tools/trim-packages.mjs && rm -rf .next/cache .next/dev .next/types tests docs

FROM node:24-slim
WORKDIR /site
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
COPY --from=build /site ./
# The code belongs to root. The site writes only to these two folders, which are volumes and outlive the container.
RUN install -d -o node -g node .state .snapshot
USER node
VOLUME ["/site/.state", "/site/.snapshot"]
EXPOSE 3000
# A site is not healthy until its first sync has published pages, which may take minutes.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}${new URL(process.env.SITE_URL || 'http://a').pathname.replace(/\\/$/, '')}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The command of `npm start`. npm itself would not pass on the signal to stop.
CMD ["node", "--max-semi-space-size=2", "dist/site.mjs"]
