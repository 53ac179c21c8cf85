#!/usr/bin/env bash
# Clients that generators make on axios send a list as `provincia[]=…`, a parameter that the description does not have.
#
# OpenAPI 3.0.3 and 3.1.0, "Parameter Object": a parameter of the query has `style: form` and `explode: true` unless it says otherwise,
# so a list of two is `provincia=Córdoba&provincia=Santa Fe`.
# Seen with openapi-zod-client 1.18.3 (@zodios/core 10.9.6), swagger-typescript-api 13.13.0 with --axios, openapi-client-axios 7.9.1, all
# on axios 1.21.1, and, for comparison, swagger-typescript-api on fetch:
#   openapi-zod-client: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
#   swagger-typescript-api --axios: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
#   openapi-client-axios: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
#   swagger-typescript-api: /ventas?provincia=Córdoba&provincia=Santa Fe
# A server that ignores unknown parameters answers 200 with the sales of every province. Góndola takes both names.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --silent --legacy-peer-deps openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 axios@1.21.1 \
  swagger-typescript-api@13.13.0 openapi-client-axios@7.9.1 esbuild@0.25.12 &> log || { cat log; exit 2; }

cat > api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"Ventas","version":"1"},"paths":{"/ventas":{"get":{"operationId":"ventas",
 "parameters":[{"in":"query","name":"provincia","schema":{"type":"array","items":{"type":"string"}}}],
 "responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"url":{"type":"string"}},"required":["url"]}}}}}}}}}
JSON
bin=node_modules/.bin
{ "$bin/openapi-zod-client" api.json -o zod.ts && "$bin/swagger-typescript-api" generate -p api.json -o axios -n api.ts --axios &&
  "$bin/swagger-typescript-api" generate -p api.json -o fetch -n api.ts; } &> log || { cat log; exit 2; }
cat > ask.ts <<'TS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import * as OpenApi from 'openapi-client-axios'
import { Api as AxiosApi } from './axios/api.ts'
import { Api as FetchApi } from './fetch/api.ts'
import { createApiClient } from './zod.ts'

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ url: decodeURIComponent(request.url) }))
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`
  const provincia = ['Córdoba', 'Santa Fe']
  console.log('openapi-zod-client:', (await createApiClient(url).get('/ventas', { queries: { provincia } })).url)
  console.log('swagger-typescript-api --axios:', (await new AxiosApi({ baseURL: url }).ventas.ventas({ provincia })).data.url)
  const definition = JSON.parse(readFileSync('api.json', 'utf8'))
  const client = await new OpenApi.OpenAPIClientAxios({ definition, withServer: { url } }).init()
  console.log('openapi-client-axios:', (await client.ventas({ provincia })).data.url)
  console.log('swagger-typescript-api:', (await new FetchApi({ baseUrl: url }).ventas.ventas({ provincia })).data.url)
  server.closeAllConnections()
  server.close()
})
TS
"$bin/esbuild" ask.ts --bundle --platform=node --format=cjs --outfile=ask.cjs --log-level=error
seen=$(node ask.cjs)
echo "$seen"
[ "$seen" = 'openapi-zod-client: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
swagger-typescript-api --axios: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
openapi-client-axios: /ventas?provincia[]=Córdoba&provincia[]=Santa+Fe
swagger-typescript-api: /ventas?provincia=Córdoba&provincia=Santa Fe' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
