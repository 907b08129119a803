import { select } from '~/database/database.server'
import { refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'

type RightsRefusal = 'last-owner' | 'own-rights' | 'no-owner-any-more'

/**
 * A step: whether the actor may take this person's role or sign-in away now. The school's owners are locked, so that of two who
 * demote each other at once the second is no owner any more, and one always stays. Nobody changes the own rights.
 */
export async function mayTakeRights(
  scope: SchoolScope,
  person: { id: number },
): Promise<{ ok: true } | { ok: false; reason: RightsRefusal }> {
  // The school's row first: whoever waits here has nothing locked yet that the other needs.
  await select('SELECT id FROM schools WHERE id = :schoolId FOR UPDATE', { schoolId: scope.schoolId })
  const owners = await select<{ id: number }>(
    `SELECT id FROM staff_users WHERE school_id = :schoolId AND role = 'owner' AND status = 'active'
       AND password_hash IS NOT NULL FOR UPDATE`,
    { schoolId: scope.schoolId },
  )
  const isOwner = (id: number | null) => owners.some((owner) => owner.id === id)
  if (scope.actor.kind === 'staff' && !isOwner(scope.actor.id)) return refused('no-owner-any-more')
  if (isOwner(person.id) && owners.length === 1) return refused('last-owner')
  return scope.actor.id === person.id ? refused('own-rights') : { ok: true }
}
