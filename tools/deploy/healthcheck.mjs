// HEALTHCHECK of the image: exits 0 when the service in this container, or each of several, answers its readiness probe.
// Plain JavaScript, because it starts every few seconds.
const own = Object.entries(process.env).filter(([name]) => /^([A-Z]+_)?MIZAN_LISTEN_PORT$/.test(name));
const ports = own.length > 0 ? own.map(([, port]) => port) : [9000];
const signal = AbortSignal.timeout(2_500);
const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
const ready = await Promise.all(ports.map(isReady));
process.exit(ready.every(Boolean) ? 0 : 1);
