// HEALTHCHECK of the image: exits 0 when the service in this container answers its readiness probe. Plain JavaScript,
// because it starts every few seconds.
const url = `http://127.0.0.1:${process.env.MIZAN_LISTEN_PORT || 9000}/readyz`;
const ready = await fetch(url, { signal: AbortSignal.timeout(2_500) }).then(
  (response) => response.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
