import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** An engine with stand-ins for the base images, where no image registry can be reached; it needs root. */
const STAND_IN = join(ROOT, "../shared/tools/docker/engine.sh");

/** A Docker engine that builds and runs compose.yaml. */
export interface DockerEngine {
  /** What `docker` and `docker compose` need in their environment to reach it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops it if `openDocker` started it. */
  close(): Promise<void>;
}

/** Why there is no Docker engine here, or null when there is one or one can be started. */
export const dockerAbsence = findAbsence();

function findAbsence(): string | null {
  if (Bun.env["FULL"] !== "1") return "skipped: needs FULL=1";
  if (isRunning() || canStandIn()) return null;
  return "skipped: there is no Docker engine here";
}

function isRunning(): boolean {
  if (Bun.which("docker") === null) return false;
  const works = (...command: string[]) => Bun.spawnSync(["docker", ...command]).success;
  return works("info") && works("compose", "version");
}

function canStandIn(): boolean {
  return existsSync(STAND_IN) && process.getuid?.() === 0;
}

/** How `docker` finds its engine and its context. */
function dockerVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) =>
      name.startsWith("DOCKER_") || name === "HOME" ? [[name, value]] : [],
    ),
  );
}

/** The engine of this machine, or else the stand-in, started. */
export async function openDocker(): Promise<DockerEngine> {
  if (isRunning()) return { environment: dockerVariables(), close: async () => {} };
  const printed = await Bun.$`${STAND_IN} ${ROOT}`.text();
  const variables = printed.matchAll(/(\w+)=(\S+)/g);
  const environment = Object.fromEntries([...variables].map(([, name = "", value = ""]) => [name, value]));
  const path = (environment["PATH"] ?? "").replace("$PATH", Bun.env["PATH"] ?? "");
  return {
    environment: { ...environment, PATH: path },
    close: async () => void (await Bun.$`${STAND_IN} stop`.quiet()),
  };
}
