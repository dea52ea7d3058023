import { createServer } from "node:net";

/**
 * Below the ports that systems give by themselves (from 32768 on Linux, 49152 elsewhere): a server that is stopped and
 * started again on its port finds it free, which no connection of another suite took in between.
 */
const LOWEST = 15_000;
const COUNT = 15_000;
const TRIES = 50;

/** A TCP port of the loopback that nothing listens on, chosen at random. @throws when fifty in a row are taken. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found from ${LOWEST} to ${LOWEST + COUNT}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
