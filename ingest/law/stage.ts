import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LawArchive, lawCoverageOf } from "../../bofip/law/versions.ts";
import { displaySource, isUrl, SAMPLE } from "../../config/allowed-sources.ts";
import type { LawConfig } from "../../config/law.ts";
import { refreshStatistics } from "../../db/ingestion/coverage.ts";
import {
  forgetLaw,
  forgetOtherCodes,
  readFaultyCodes,
  readLawArchives,
  readStaleVersions,
  recordAppliedLaw,
  recordLawRefusal,
  recordLawState,
  recordSeenArchives,
} from "../../db/ingestion/law.ts";
import { NOTHING_KNOWN } from "../../db/ingestion/sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault, Interrupted, messageOf } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { fetchFile, fetchText } from "../sources/catalogue.ts";
import { sha256Of } from "../sources/checksum.ts";
import { DiskFull } from "../sources/download/sink.ts";
import type { Session } from "../sources/session.ts";
import { applyLawArchive, rederiveVersions } from "./apply.ts";
import { readLawArchiveName } from "./archive.ts";
import { LAW_DERIVATION_VERSION } from "./article.ts";

interface LawDeps {
  readonly database: Database;
  readonly law: LawConfig;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
  readonly isForced: boolean;
}

/**
 * Brings the law of the day up to its source, in a stage of its own. What it can't do is told by the run and kept for
 * status and metrics: the doctrine, already stored, is not concerned.
 * @throws {Interrupted} on a request to stop
 */
export async function ingestLaw(deps: LawDeps, journal: Journal): Promise<void> {
  const { database, law, clock, signal } = deps;
  await journal.beginStage("law");
  const faults = await readSource(deps, journal).catch((error: unknown) => {
    if (error instanceof Interrupted || signal.aborted) throw error;
    return [messageOf(error)];
  });
  for (const fault of faults) journal.warn(`Droit : ${fault}`);
  const coverage = lawCoverageOf(
    await readLawArchives(database),
    law.codes.map(({ text }) => text),
  );
  const faulty = await readFaultyCodes(database);
  // What a missing archive brought is not known, and the sample has a few articles: no code is then held whole.
  const isWhole = coverage.jusqu_au !== null && coverage.trous.length === 0 && law.source !== SAMPLE;
  const codes = isWhole ? law.codes.map(({ code }) => code).filter((code) => !faulty.includes(code)) : [];
  await recordLawState(database, {
    law: coverage.jusqu_au === null ? null : { ...coverage, codes },
    fault: faults.length === 0 ? null : faults.join(" "),
    at: clock(),
  });
}

/** Applies what the source has that is not applied yet; returns what could not be, in French. */
async function readSource(deps: LawDeps, journal: Journal): Promise<string[]> {
  const { database, law } = deps;
  const texts = law.codes.map(({ text }) => text);
  await forgetOtherCodes(database, { texts, names: law.codes.map(({ code }) => code) });
  for await (const ids of readStaleVersions(database, LAW_DERIVATION_VERSION)) {
    await rederiveVersions(database, ids);
    await journal.advance(null);
  }
  const folder = await mkdtemp(join(tmpdir(), "doctrine-legi-"));
  try {
    const source = await openLawSource(deps, folder);
    await assertOneLaw(database, law.source === SAMPLE);
    await recordSeenArchives(database, source.archives);
    const reading = new LawReading(deps, journal, source);
    await reading.run();
    if (reading.hasWritten) await refreshStatistics(database);
    return reading.faults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The sample's own articles are never beside the law: they give way to it.
 * @throws {IngestionFault} when they would come after it
 */
async function assertOneLaw(database: Database, isSample: boolean): Promise<void> {
  const ofSample = archivesNamed(await readdir(SAMPLE_FOLDER)).map(({ name }) => name);
  const held = (await readLawArchives(database)).map(({ name }) => name);
  const [others, samples] = [
    held.filter((name) => !ofSample.includes(name)),
    held.filter((name) => ofSample.includes(name)),
  ];
  if (isSample && others.length > 0)
    throw new IngestionFault("la base tient un autre droit que celui du corpus d'essai, qui n'est pas lu.");
  if (!isSample && samples.length > 0) await forgetLaw(database);
}

type NamedArchive = Pick<LawArchive, "name" | "stamp" | "kind">;

/** A source of law, and the archives that it offers. */
interface LawSource {
  readonly archives: readonly NamedArchive[];
  /** Brings one to the local disk. */
  obtain(name: string): Promise<string>;
  /** Removes it, if it was brought there. */
  release(path: string): Promise<void>;
}

const SAMPLE_FOLDER = join(import.meta.dirname, "..", "sample", "legi");

/** @throws {IngestionFault} when it can't be listed, or offers no archive */
async function openLawSource({ law, clock, signal }: LawDeps, folder: string): Promise<LawSource> {
  const source = law.source === SAMPLE ? SAMPLE_FOLDER : law.source;
  const session: Session = { known: NOTHING_KNOWN, now: clock(), signal, folder, allowedWithin: null };
  const opened = isUrl(source) ? await openIndex(source, session) : await openFolder(source);
  if (opened.archives.length === 0)
    throw new IngestionFault(
      `aucune archive LEGI (Freemium_legi_global_….tar.gz, LEGI_….tar.gz) dans ${displaySource(source)}`,
    );
  return opened;
}

async function openFolder(folder: string): Promise<LawSource> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new IngestionFault(`dossier LEGI introuvable : ${folder}`);
  return {
    archives: archivesNamed(await readdir(folder)),
    obtain: async (name) => join(folder, name),
    release: async () => {},
  };
}

/** An index as Apache writes it, in no order. */
async function openIndex(address: string, session: Session): Promise<LawSource> {
  const base = address.endsWith("/") ? address : `${address}/`;
  const page = await fetchText(base, session);
  const names = [...page.matchAll(/href="(?:\.\/)?([^"/?#]+)"/gi)].map(([, name = ""]) => name);
  return {
    archives: archivesNamed(names),
    async obtain(name) {
      const path = join(session.folder, name);
      await fetchFile(base + name, path, session, { encoding: "identity" });
      return path;
    },
    release: (path) => rm(path, { force: true }),
  };
}

function archivesNamed(names: readonly string[]): NamedArchive[] {
  return names.flatMap((name) => readLawArchiveName(name) ?? []);
}

/** Reads the archives that are due, in their order: the newest global one that can be, then the increments after it. */
class LawReading {
  readonly faults: string[] = [];
  hasWritten = false;

  constructor(
    private readonly deps: LawDeps,
    private readonly journal: Journal,
    private readonly source: LawSource,
  ) {}

  async run(): Promise<void> {
    const base = await this.readGlobal();
    if (base === null) {
      if (this.faults.length === 0) this.faults.push("aucune livraison globale : rien n'est tenu.");
      return;
    }
    // Names of one stamp are one archive: a global one holds what the increment of its instant says.
    const { database } = this.deps;
    const increments = (await readLawArchives(database)).filter(
      ({ kind, stamp }) => kind === "increment" && stamp > base.stamp,
    );
    for (const { name } of increments) await this.readDue(name);
  }

  private async readGlobal(): Promise<LawArchive | null> {
    const archives = await readLawArchives(this.deps.database);
    for (const global of archives.filter(({ kind }) => kind === "global").toReversed()) {
      const isThere = this.isOffered(global) || this.unreadOf(global).length === 0;
      if (isThere && (await this.readDue(global.name))) return global;
    }
    return null;
  }

  /** Whether an archive is applied, now or before. */
  private async readDue(name: string): Promise<boolean> {
    const archives = await readLawArchives(this.deps.database);
    const archive = archives.find((one) => one.name === name);
    if (archive === undefined) return false;
    const unread = this.unreadOf(archive);
    if (unread.length === 0) return true;
    if (!this.isOffered(archive)) {
      this.faults.push(`${name} manque : ce qu'elle apportait n'est pas tenu.`);
      return false;
    }
    const later = archives.filter(
      ({ stamp, codes }) => stamp > archive.stamp && codes.some((text) => unread.includes(text)),
    );
    const lost = later.find((one) => !this.isOffered(one));
    if (lost !== undefined) {
      this.faults.push(
        `${name} vient après ${lost.name}, appliquée, qui n'est plus là pour l'être à sa suite : elle est laissée.`,
      );
      return false;
    }
    return await this.apply(archive, unread, later);
  }

  /** @param later those to apply again behind it. */
  private async apply(
    archive: LawArchive,
    unread: readonly string[],
    later: readonly LawArchive[],
  ): Promise<boolean> {
    const { database, law, signal, clock, isForced } = this.deps;
    const { name, kind } = archive;
    const codes = new Map(
      law.codes.filter(({ text }) => unread.includes(text)).map(({ text, code }) => [text, code]),
    );
    let print: string | null = null;
    try {
      const path = await this.source.obtain(name);
      print = await sha256Of(path);
      const file = { path, name, kind };
      await applyLawArchive({ database, journal: this.journal, signal }, file, codes, isForced);
      await this.source.release(path);
    } catch (error) {
      // A full disk, and the end of the run, are no fault of the archive.
      const isItsOwn = error instanceof IngestionFault && !(error instanceof DiskFull);
      if (!isItsOwn || error instanceof Interrupted) throw error;
      this.faults.push(error.message);
      await recordLawRefusal(database, { name, fault: error.message, print });
      return false;
    }
    this.hasWritten = true;
    await recordAppliedLaw(database, {
      ...{ name, read: unread, texts: [...new Set([...archive.codes, ...unread])].toSorted() },
      ...{ print, at: clock(), later: later.map((one) => one.name) },
    });
    return true;
  }

  private unreadOf({ codes }: LawArchive): string[] {
    return this.deps.law.codes.map(({ text }) => text).filter((text) => !codes.includes(text));
  }

  private isOffered({ name }: NamedArchive): boolean {
    return this.source.archives.some((one) => one.name === name);
  }
}
