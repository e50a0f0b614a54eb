#!/usr/bin/env bash
# openid-client 6.9.0: a client assertion that is signed with an Ed25519 key names its algorithm `Ed25519`, also for a provider that
# supports only `EdDSA`.
#
# Expected: the header of the assertion names an algorithm of `token_endpoint_auth_signing_alg_values_supported`, which the provider's
# metadata lists as `EdDSA`, the name of RFC 8037. jose 6.1.3 verifies what is signed with either name.
# Behaviour: the header says `Ed25519`, the name of RFC 9864 of 2025, without an error or a warning. A provider that compares names refuses
# the client. `modifyAssertion` can set the former name, because the signature is the same.
# Output seen: {"supported":["EdDSA"],"sent":"Ed25519","changed":"EdDSA","verified":true}
#
# Exits with 1 if the behaviour is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts openid-client@6.9.0 jose@6.1.3
cat >sign.mjs <<'SCRIPT'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'

const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
const assertions = []
const server = createServer(async (request, response) => {
  assertions.push(new URLSearchParams(await text(request)).get('client_assertion'))
  response.setHeader('content-type', 'application/json').end('{"access_token":"token","token_type":"bearer"}')
}).listen(0, '127.0.0.1')
await once(server, 'listening')

const issuer = `http://127.0.0.1:${server.address().port}`
const metadata = { issuer, token_endpoint: `${issuer}/token`, token_endpoint_auth_signing_alg_values_supported: ['EdDSA'] }
const modifyAssertion = (header) => {
  header.alg = 'EdDSA'
}
for (const options of [undefined, { [client.modifyAssertion]: modifyAssertion }]) {
  const config = new client.Configuration(metadata, 'site', undefined, client.PrivateKeyJwt(privateKey, options))
  client.allowInsecureRequests(config)
  await client.clientCredentialsGrant(config)
}
server.close()
const [sent, changed] = assertions.map((assertion) => decodeProtectedHeader(assertion).alg)
const { payload } = await jwtVerify(assertions[1], publicKey)

const supported = metadata.token_endpoint_auth_signing_alg_values_supported
const seen = JSON.stringify({ supported, sent, changed, verified: payload.iss === 'site' })
console.log(seen)
process.exit(seen === '{"supported":["EdDSA"],"sent":"Ed25519","changed":"EdDSA","verified":true}' ? 0 : 1)
SCRIPT
node sign.mjs
