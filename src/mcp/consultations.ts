import type { Consultation } from "../features/texts/consultation-answer.ts";

/** The public consultations of a text, for a model, one per line. */
export function consultationLines(consultations: readonly Consultation[]): string[] {
  return consultations.map((consultation) => {
    const { actualite, debut, fin, paragraphes, prevaloir, definitive_le, actualite_definitive } =
      consultation;
    const days = fin === null ? `à compter du ${debut}` : `du ${debut} au ${fin}`;
    const parts = paragraphes === null ? "" : `, pour les § ${paragraphes.join(", ")}`;
    const said = prevaloir === null ? "" : ` ${actualite === null ? "Il" : "Elle"} dit : « ${prevaloir} »`;
    const final =
      definitive_le === null ? "" : ` Publication définitive : ${definitive_le} (${actualite_definitive}).`;
    return `Consultation publique ${days}${parts} (${actualite ?? "selon le bandeau du document"}).${said}${final}`;
  });
}
