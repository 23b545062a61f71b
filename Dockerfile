# One image for all six services and their one-shots: Node 24 runs the TypeScript sources as they are. The command alone decides
# what a container runs, for example `services/payments/src/main.ts` or `tools/deploy/migrate.ts`.
#
#   docker build -t mizan .
#
# The base is pinned by exact version. Registries rebuild such tags for security fixes; to pin the bytes as well, pass
# the digest you have verified: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The manifests alone, so that a change of the sources does not install everything again.
FROM ${NODE_IMAGE} AS manifests
COPY . /context
WORKDIR /manifests
RUN cd /context && find . -name package.json -o -name package-lock.json | while read -r file; do \
      mkdir -p "/manifests/$(dirname "$file")" && cp "$file" "/manifests/$file"; done

# What runs: production dependencies of the services, without what only people and debuggers read.
FROM ${NODE_IMAGE} AS production
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --workspace=services --workspace=packages/cli --workspace=tools/stack \
 && find node_modules services/*/node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \
      -o -name '*.md' -o -name '*.flow' \) -delete

# The checkout page's script and style, built once here: a read-only container cannot build them when it starts.
FROM ${NODE_IMAGE} AS page
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace=packages/checkout-page
COPY tsconfig.base.json ./
COPY packages packages
RUN node packages/checkout-page/src/bundle/build-bundle.ts

# A root with Node, the libraries it is linked to, and nothing else: no shell and no package manager to be misused.
FROM ${NODE_IMAGE} AS system
RUN mkdir -p /system/etc /system/usr/local/bin /system/tmp /system/app \
      /system/run/mizan /system/var/lib/mizan/uploads /system/var/lib/mizan/backups \
 # New volumes take the owner of what they cover: one folder for each that tools/deploy/make-secrets.ts writes to.
 && for volume in setup postgres nats authority sink operator bus-keeper single gateway catalog customers checkout payments webhooks; do \
      mkdir -p /system/run/mizan-made/$volume; done \
 && cp /usr/local/bin/node /system/usr/local/bin/ \
 && ldd /usr/local/bin/node | grep -o '/[^ ]*' | while read -r library; do cp -L --parents "$library" /system; done \
 && echo 'mizan:x:10001:10001:mizan:/app:/nonexistent' > /system/etc/passwd \
 && echo 'mizan:x:10001:' > /system/etc/group \
 && echo 'hosts: files dns' > /system/etc/nsswitch.conf \
 && chmod 1777 /system/tmp \
 && chown -R 10001:10001 /system/run/mizan /system/run/mizan-made /system/var/lib/mizan

FROM scratch
COPY --from=system /system /
WORKDIR /app
COPY --from=production /app ./
COPY packages packages
COPY services services
COPY docs/*.md docs/
COPY docs/guides docs/guides
COPY tools tools
# The command line of the operator: `mizan --help` in any of these containers.
COPY --chmod=0555 tools/deploy/mizan.mjs /usr/local/bin/mizan
COPY --from=page /app/packages/checkout-page/dist packages/checkout-page/dist
ENV PATH=/usr/local/bin NODE_ENV=production MIZAN_LISTEN_HOST=0.0.0.0 MIZAN_LISTEN_PORT=9000
USER 10001:10001
EXPOSE 8080 9000
# Settings that are secret come as a file, mounted where only this container sees it; variables win over its lines.
ENTRYPOINT ["node", "--env-file-if-exists=/run/mizan/env", "--max-semi-space-size=4"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "tools/deploy/healthcheck.mjs"]
