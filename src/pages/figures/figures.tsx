import { quantity } from "./format.ts";

interface FiguresProps {
  /** Names with a count, or with text already worded; zeros and nulls are left out. */
  readonly figures: readonly (readonly [name: string, value: number | string | null])[];
}

/** Figures side by side, without the empty ones. */
export function Figures({ figures }: FiguresProps) {
  const told = figures.filter(([, value]) => value !== 0 && value !== null);
  if (told.length === 0) return null;
  return (
    <dl class="figures">
      {told.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{typeof value === "number" ? quantity(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
