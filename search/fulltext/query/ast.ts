/**
 * A parsed query. Terms are already analysed: `stem` and `stems` are as indexed, `prefix` is accent-folded. An `and`
 * has at least one required node; its `excluded` nodes remove documents from that set.
 */
export type QueryNode =
  | { readonly kind: "word"; readonly stem: string }
  | { readonly kind: "prefix"; readonly prefix: string }
  | { readonly kind: "phrase"; readonly stems: readonly string[] }
  | { readonly kind: "identifier"; readonly boiId: string }
  | { readonly kind: "and"; readonly required: readonly QueryNode[]; readonly excluded: readonly QueryNode[] }
  | { readonly kind: "or"; readonly branches: readonly QueryNode[] };
