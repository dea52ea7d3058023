import type { SendableBody } from "./sendable-body.ts";

/**
 * Bodies that are being rendered: those who ask for one meanwhile wait for it. When an ingestion makes every kept
 * body leave at once, each costs one rendering, however many ask.
 */
export class UnderWay<Body extends SendableBody> {
  private readonly bodies = new Map<string, Promise<Body | null>>();

  /** The body that is under way, once it is there, or null when its rendering fails; undefined when none is. */
  find(rendering: string): Promise<Body | null> | undefined {
    return this.bodies.get(rendering);
  }

  /** Announces a body. Gives what its end is told to: null when it fails, and each is then to render its own. */
  begin(rendering: string): (body: Body | null) => void {
    const { promise, resolve } = Promise.withResolvers<Body | null>();
    this.bodies.set(rendering, promise);
    return (body) => {
      if (this.bodies.get(rendering) === promise) this.bodies.delete(rendering);
      resolve(body);
    };
  }
}
