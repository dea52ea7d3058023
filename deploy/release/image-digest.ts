/** Reads an image's digest from its registry, over the OCI distribution API (version 1.1). */

/** Indexes of several platforms first: a digest of one of them would not run on another. */
const MANIFESTS = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const TIME_LIMIT_MS = 20_000;

/** A registry that did not give a digest; the message, in French, names the image. */
export class DigestUnknown extends Error {
  override readonly name = "DigestUnknown";
}

interface Reference {
  /** Origin of the registry's API. */
  readonly origin: string;
  readonly repository: string;
  readonly tag: string;
}

/**
 * The digest (`sha256:…`) that a tag has now.
 * @param image a name with a tag, as in `compose.yaml`.
 * @throws {DigestUnknown}
 */
export async function digestOfImage(image: string): Promise<string> {
  const { origin, repository, tag } = referenceOf(image);
  const ask = (token: string | null) =>
    reach(image, `${origin}/v2/${repository}/manifests/${tag}`, {
      method: "HEAD",
      headers: { accept: MANIFESTS, ...(token !== null && { authorization: `Bearer ${token}` }) },
    });
  const first = await ask(null);
  const challenge = first.headers.get("www-authenticate");
  const answer =
    first.status === 401 && challenge !== null ? await ask(await tokenFor(image, challenge)) : first;
  const digest = answer.headers.get("docker-content-digest") ?? "";
  if (answer.ok && DIGEST.test(digest)) return digest;
  throw new DigestUnknown(`Le registre ne donne pas l'empreinte de ${image} (statut ${answer.status}).`);
}

/** Docker's own rules: a first part with a dot, a port, or named localhost is a registry; else it is Docker Hub. */
function referenceOf(image: string): Reference {
  const [, host, path = "", tag = ""] =
    /^(?:([^/]*[.:][^/]*|localhost)\/)?([^:]+):([^:/]+)$/.exec(image) ?? [];
  if (path === "") throw new DigestUnknown(`${image} n'est pas une image avec une version.`);
  if (host === undefined || host === "docker.io") {
    const repository = path.includes("/") ? path : `library/${path}`;
    return { origin: "https://registry-1.docker.io", repository, tag };
  }
  const isHere = /^(localhost|127\.[\d.]+)(:|$)/.test(host);
  return { origin: `${isHere ? "http" : "https"}://${host}`, repository: path, tag };
}

/** A token for anyone, from the place that the registry's challenge names. */
async function tokenFor(image: string, challenge: string): Promise<string> {
  const parts = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const realm = URL.parse(parts["realm"] ?? "");
  if (realm === null) throw new DigestUnknown(`Le registre de ${image} demande une autre identification.`);
  for (const name of ["service", "scope"]) {
    const value = parts[name];
    if (value !== undefined) realm.searchParams.set(name, value);
  }
  const answer = await reach(image, realm.href, {});
  const body: unknown = await answer.json().catch(() => null);
  // Docker Hub and the specification name it differently.
  for (const name of ["token", "access_token"]) {
    const token = Object(body)[name];
    if (typeof token === "string") return token;
  }
  throw new DigestUnknown(`Le registre de ${image} refuse l'identification (statut ${answer.status}).`);
}

async function reach(image: string, address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  } catch (cause) {
    throw new DigestUnknown(`Le registre de ${image} ne répond pas.`, { cause });
  }
}
