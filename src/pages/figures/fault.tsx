/** What was wrong with the last form; nothing when it was valid. */
export function Fault({ fault }: { readonly fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <p class="notice notice-warn" role="alert">
      {fault}
    </p>
  );
}
