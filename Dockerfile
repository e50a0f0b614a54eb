# Builds the site once; one image serves any workspace, given the settings of `.env.example` as its environment.
FROM node:22-slim AS build
WORKDIR /site
COPY . .
# Not a word of the lockfile may change: by it the site knows that the build is of its code.
RUN npm run build && npm prune --omit=dev --no-save && rm -rf .next/cache .next/dev tests docs
# What packages bring for uses that this site has not: the renderer for a view of PDF files, the framework for tests.
RUN cd node_modules && rm -rf react-pdf pdfjs-dist @napi-rs @playwright playwright playwright-core

FROM node:22-slim
WORKDIR /site
ENV NODE_ENV=production
COPY --from=build /site ./
# The code belongs to root: the site writes to these two folders only, which outlive the container when they are volumes.
RUN install -d -o node -g node .state .snapshot
USER node
VOLUME ["/site/.state", "/site/.snapshot"]
EXPOSE 3000
# A first sync of a large workspace is not ready at once, and is not to be killed for that.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which keeps the signal to stop to itself.
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=15", "dist/site.mjs"]
