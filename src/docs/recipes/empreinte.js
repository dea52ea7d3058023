// En JavaScript, \s est la liste des espaces de l'empreinte, sauf U+0085.
const BLANCS = /[\s\u0085]+/g;

/** L'empreinte d'un texte : SHA-256 de l'UTF-8, après NFC et réduction des espaces. */
export async function empreinte(texte) {
  const reduit = texte.normalize("NFC").replace(BLANCS, " ").replace(/^ | $/g, "");
  const octets = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(reduit));
  return Array.from(new Uint8Array(octets), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
