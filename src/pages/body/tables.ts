import { tableAnchor } from "../addresses.ts";

/** Where the tables of a text are found. */
export interface TableAddresses {
  /** Permalink of the page of this very text; the addresses of its parts start with it. */
  readonly path: string;
  /** Path of a table as a file, by its rank; absent where tables have no address. */
  readonly tableCsv?: (rang: number) => string;
}

type Attributes = Readonly<Record<string, string>>;

/** A text's tables: their boxes, and their first columns, which stay visible. A nested table is part of its cell. */
export class Tables {
  #depth = 0;
  #count = 0;
  /** Rows still covered by a cell of the first column. */
  #covered = 0;
  #isRowStart = false;

  constructor(private readonly addresses: TableAddresses) {}

  /** The box is focusable, or it would scroll with the mouse only. */
  open(): string {
    this.#depth += 1;
    if (this.#depth > 1) return "<table>";
    this.#count += 1;
    this.#covered = 0;
    const id = this.addresses.tableCsv === undefined ? "" : ` id="${tableAnchor(this.#count)}"`;
    return `<div class="table-box"${id} role="group" aria-label="Tableau ${this.#count}" tabindex="0"><table>`;
  }

  close(): string {
    this.#depth -= 1;
    return this.#depth === 0 ? `</table></div>${this.#ways()}` : "</table>";
  }

  /** The address of the table that ends, and its file. */
  #ways(): string {
    const { path, tableCsv } = this.addresses;
    if (tableCsv === undefined) return "";
    const address = Bun.escapeHTML(`${path}#${tableAnchor(this.#count)}`);
    const file = Bun.escapeHTML(tableCsv(this.#count));
    return (
      `<p class="table-ways"><a href="${address}">Tableau ${this.#count}</a> ` +
      `<a href="${file}" type="text/csv" rel="nofollow">CSV<span class="visually-hidden"> du tableau ${this.#count}</span></a></p>`
    );
  }

  /** Whether the opening cell belongs to the first column; one that spans into the second would hide it. */
  isHeld(name: string, attributes: Attributes): boolean {
    if (this.#depth !== 1) return false;
    if (name === "tr") {
      this.#isRowStart = this.#covered === 0;
      this.#covered = Math.max(0, this.#covered - 1);
    }
    if ((name !== "td" && name !== "th") || !this.#isRowStart) return false;
    this.#isRowStart = false;
    this.#covered = spanOf(attributes["rowspan"]) - 1;
    return spanOf(attributes["colspan"]) === 1;
  }
}

function spanOf(written = "1"): number {
  const span = Number(written);
  return Number.isInteger(span) && span > 0 && span < 1000 ? span : 1;
}
