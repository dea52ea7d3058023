import type { Admission } from "../../db/admission/share.ts";
import type { KeyGrant } from "../../db/keys/grant.ts";
import { minuteEnd, monthEnd } from "../access/periods.ts";

/** What a key may do and has done (contract decisions, « GET /v1/compte »). */
export interface Account {
  /** Visible start of the key, by which support names it. */
  readonly cle: string;
  readonly nom: string;
  readonly plan: string;
  /** Whether the plan includes semantic search. */
  readonly semantique: boolean;
  /** First instant at which the key is refused, or null. */
  readonly expiration: string | null;
  readonly minute: { readonly limite: number; readonly restant: number; readonly reinitialisation: string };
  /** `quota` and `restant` are null for a key without quota. */
  readonly mois: {
    readonly mois: string;
    readonly quota: number | null;
    readonly utilise: number;
    readonly restant: number | null;
    readonly reinitialisation: string;
  };
}

/** The account of a key as the admission of this very request saw it: nothing more is read. */
export function describeAccount(grant: KeyGrant, admission: Admission): Account {
  const { at } = admission;
  return {
    cle: grant.visibleStart,
    nom: grant.name,
    plan: grant.plan,
    semantique: grant.semantic,
    expiration: grant.expiresAt?.toISOString() ?? null,
    minute: {
      limite: admission.minuteLimit,
      restant: admission.minuteRemaining,
      reinitialisation: minuteEnd(at).toISOString(),
    },
    mois: {
      mois: at.toISOString().slice(0, 7),
      quota: admission.monthlyQuota,
      utilise: admission.monthUsed,
      restant: admission.monthRemaining,
      reinitialisation: monthEnd(at).toISOString(),
    },
  };
}
