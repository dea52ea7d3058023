import type { ImageSource } from "../../../db/schema/documents.ts";

/** Links to the images of a text: the page shows only their alternative text. */
export function Images({ images }: { readonly images: readonly ImageSource[] }) {
  const seen = images.flatMap(({ alt, url }, index) =>
    url === null ? [] : [{ url, words: alt ?? `Image ${index + 1}` }],
  );
  if (seen.length === 0) return null;
  return (
    <section class="appendix" aria-labelledby="images">
      <h2 id="images">Images</h2>
      <ul class="plain-list">
        {seen.map(({ url, words }) => (
          <li>
            <a href={url} rel="external nofollow">
              {words}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
