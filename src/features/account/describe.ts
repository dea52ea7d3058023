import type { Admission } from "../../../db/admission/port.ts";
import type { KeyGrant } from "../../../db/keys/grant.ts";
import { minuteEnd, monthEnd } from "../../access/periods.ts";
import type { Account } from "./answer.ts";

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
