import { createServer } from "node:net";

/** A TCP port of the loopback that nothing listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") throw new Error("a TCP port was expected");
      probe.close(() => resolve(address.port));
    });
  });
}
