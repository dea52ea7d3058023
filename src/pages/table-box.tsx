import type { Child } from "./jsx/runtime.ts";

interface TableBoxProps {
  readonly label: string;
  readonly children: Child;
}

/** A box that scrolls a table wider than the page, with the keyboard too. */
export function TableBox({ label, children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of cells is no set of fields
    <div class="table-box" role="group" aria-label={label} tabindex="0">
      {children}
    </div>
  );
}
