import { changeSettings } from '~/models/core/schools/settings.server'
import { SchoolSettings } from '~/models/core/schools/tables.server'
import { formatPaise } from '~/models/core/shared/money'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { notifyOwners } from '~/models/people/accounts/staff/tell-owners.server'
import { listSecondPersons } from './ask.server'
import { findSecondPersonLimit, requestSecondPersonIfNeeded, secondPersonStep } from './money-out.server'

export interface LimitChange {
  /** Paise; null: off. */
  before: number | null
  after: number | null
}

/**
 * Saves the amount in paise above which a second person is needed; null: never. Enabling or lowering takes effect at
 * once; raising or disabling waits for a second person (`waits`), because one owner could bypass it otherwise. Notifies
 * the owners. Refuses `nobody-else` (enabled with a single owner) and as `changeSettings` does.
 */
export function saveLimit(scope: SchoolScope, after: number | null, version?: number) {
  return change(scope, { after }, version)
}

/** Changes the limit after a second person agreed. Refuses `changed` when the stored amount is no longer `before`. */
export function changeLimit(scope: SchoolScope, { before, after }: LimitChange) {
  return change(scope, { before, after }, undefined)
}

async function change(
  scope: SchoolScope,
  { before, after }: { before?: number | null; after: number | null },
  version: number | undefined,
) {
  const details = { abovePaise: after }
  const saved = await changeSettings(scope, { version, action: 'second-person.limit-saved', details }, async () => {
    const stored = await findSecondPersonLimit(scope)
    if (before !== undefined && before !== stored) return refused('changed')
    if (stored === null && after !== null && (await otherOwners(scope)).length === 0) return refused('nobody-else')
    const isLess = stored !== null && (after === null || after > stored)
    if (isLess || before !== undefined) {
      const payload: LimitChange = { before: stored, after }
      const wait = await secondPersonStep(scope, { kind: 'limit', subject: '', payload })
      if (wait) return wait
    }
    await SchoolSettings.upsert({ schoolId: scope.schoolId, secondPersonPaise: after })
    if (stored !== after) {
      await notifyOwners(scope, 'The second-person rule was changed', [
        `${scope.actor.name} has changed the amount above which a second person is needed. Before: ${limitWords(stored)}. Now: ${limitWords(after)}.`,
      ])
    }
    return done()
  })
  return requestSecondPersonIfNeeded(scope, saved)
}

/** Lists other owners, who could be the second person for every kind of request. */
export const otherOwners = (scope: SchoolScope) => listSecondPersons(scope, 'settings:edit', scope.actor.id)

export const limitWords = (paise: number | null): string =>
  paise === null ? 'never' : `above ${formatPaise(paise, { style: 'short' })}`
