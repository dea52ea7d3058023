/**
 * What the promise rejects with. To be used on stores instead of `expect().rejects`, which on Bun waits in a
 * nested event loop: the messages of a port that is being read, PGlite's answers, never come through it.
 */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("a rejection was expected");
}
