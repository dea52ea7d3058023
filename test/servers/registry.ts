/** An image registry of one image, which asks for the token that it gives to anyone (OCI distribution, version 1.1). */
export interface Registry {
  /** Host and port, as in the name of an image. */
  readonly host: string;
  /** The digest of its image. */
  readonly digest: string;
  readonly faults: { withoutDigest: boolean; refusesAll: boolean };
  stop(): Promise<void>;
}

const TOKEN = "jeton-de-passage";

/** @param image its name and tag, without the registry. */
export function startRegistry(image: string): Registry {
  const [repository = "", tag = ""] = image.split(":");
  const digest = `sha256:${new Bun.CryptoHasher("sha256").update(image).digest("hex")}`;
  const faults = { withoutDigest: false, refusesAll: false };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { origin, pathname, searchParams } = new URL(request.url);
      if (pathname === "/jeton") {
        const isGiven = searchParams.get("scope") === `repository:${repository}:pull` && !faults.refusesAll;
        return Response.json(isGiven ? { token: TOKEN } : {}, { status: isGiven ? 200 : 403 });
      }
      if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) {
        const challenge = `Bearer realm="${origin}/jeton",service="essai",scope="repository:${repository}:pull"`;
        return new Response(null, { status: 401, headers: { "www-authenticate": challenge } });
      }
      const isAsked = request.method === "HEAD" && pathname === `/v2/${repository}/manifests/${tag}`;
      const isAnyPlatform = (request.headers.get("accept") ?? "").includes("image.index.v1+json");
      if (!isAsked || !isAnyPlatform) return new Response(null, { status: 404 });
      return new Response(null, { headers: faults.withoutDigest ? {} : { "docker-content-digest": digest } });
    },
  });
  return {
    host: `127.0.0.1:${server.port}`,
    digest,
    faults,
    stop: () => server.stop(true),
  };
}
