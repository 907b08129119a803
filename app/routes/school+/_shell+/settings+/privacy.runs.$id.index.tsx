import { ButtonLink, DefinitionList, LinkParagraph } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { listNewlyDue } from '~/models/entry/retention/due.server'
import { classKeys, fieldClass } from '~/models/entry/retention/field-classes'
import { runStateWords } from '~/models/entry/retention/options'
import { inEnglish } from '~/models/entry/retention/record-words'
import { countRestorable, nothingRestorable } from '~/models/entry/retention/restore-run.server'
import { confirmRun, countRemoved, findRun, hasSecondPerson, planBefore } from '~/models/entry/retention/runs.server'

export const handle = pageTitle(() => 'Removal of data', { hasForm: true })

const otherOwnerMustConfirm = 'You requested this run yourself: another owner of the account must confirm it.'

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findRun(scope, id),
  more: async (run, { scope }) => {
    const isWaiting = run.state === 'asked'
    // A waiting run has removed nothing yet.
    const [removed, restorable] = isWaiting
      ? [[], nothingRestorable]
      : await Promise.all([countRemoved(scope, run.id), countRestorable(scope, run.id)])
    const previousPlan = isWaiting ? await planBefore(scope, run.id) : {}
    const newlyDue = isWaiting ? await listNewlyDue(scope, run.plan, previousPlan) : null
    return {
      asked: `${run.askedByName}, ${formatInstant(run.askedAt, 'en')}`,
      confirmed: run.confirmedAt && `${run.confirmedByName ?? ''}, ${formatInstant(run.confirmedAt, 'en')}`,
      isWaiting,
      restorable: { ...restorable, until: restorable.until && formatDay(restorable.until, 'en') },
      restored: run.restoreAskedAt && {
        by: `${run.restoreByName ?? ''}, ${formatInstant(run.restoreAskedAt, 'en')}`,
        reason: run.restoreReason,
        isDone: run.restoredAt !== null,
      },
      newlyDue: newlyDue && {
        ...newlyDue,
        isFirst: Object.keys(previousPlan).length === 0,
        names: newlyDue.names.map((one) => `${one.name} (left on ${formatDay(one.leftOn, 'en')})`),
      },
      needsOtherOwner: run.askedBy === scope.actor.id && (await hasSecondPerson(scope)),
      removed: classKeys.flatMap((key) => {
        const count = removed.find((one) => one.key === key)?.count
        return count ? [{ label: inEnglish(fieldClass(key).title), value: String(count) }] : []
      }),
    }
  },
  obstacle: ({ state }, { needsOtherOwner }) =>
    state !== 'asked' ? runStateWords[state] : needsOtherOwner ? otherOwnerMustConfirm : null,
  // Requires the password even if it was entered recently: after thirty days removed data cannot be restored.
  asksPassword: 'always',
  decide: (scope, id) => confirmRun(scope, id),
  refusals: {
    over: 'This run has already been confirmed or withdrawn.',
    'same-person': otherOwnerMustConfirm,
    restoring: 'The data of another run is being restored. Try again when that is done.',
  },
  decided: schoolPaths.retentionRun,
  message: 'The removal has started.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: 'Removal of data',
  context: ({ more }) => `Requested by ${more.asked}${more.confirmed ? `; confirmed by ${more.confirmed}` : ''}`,
  submit: 'Remove',
  isDangerous: true,
  obstacleTitle: 'State',
  backHref: schoolPaths.privacySettings,
  instead: ({ at, more }) =>
    more.isWaiting ? (
      <ButtonLink href={schoolPaths.withdrawRetention(String(at))} variant="secondary" label="Withdraw" />
    ) : (
      <RunDone {...more} id={String(at)} />
    ),
  explanation: ({ at, more }) => (
    <>
      {more.newlyDue ? <NewlyDue {...more.newlyDue} /> : null}
      <p>
        Removed data is sealed for 30 days: no one can read it, and an owner can restore it. Then it is destroyed for
        good. Backups contain it until they expire.
      </p>
      <LinkParagraph href={schoolPaths.withdrawRetention(String(at))} label="Withdraw the run instead" />
    </>
  ),
})

interface Done {
  id: string
  removed: Array<{ label: string; value: string }>
  restorable: { people: number; blocked: number; until: string | null }
  restored: { by: string; reason: string | null; isDone: boolean } | null
}

function RunDone({ id, removed, restorable: { people, blocked, until }, restored }: Done) {
  const formatPeople = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`
  return (
    <div className="stack">
      <DefinitionList items={removed} />
      {restored ? (
        <p>
          {restored.isDone ? 'Restore' : 'Being restored'} for {restored.by}: {restored.reason}
        </p>
      ) : null}
      {blocked > 0 ? (
        <p>
          {`The data of ${formatPeople(blocked)} could not be restored: `}
          <a href={schoolPaths.removedData}>see the names and reasons</a>
        </p>
      ) : null}
      {until === null ? (
        <p>It can no longer be restored.</p>
      ) : (
        <>
          <p>{`Removed data of ${formatPeople(people)} can be restored until ${until}. It is destroyed the day after.`}</p>
          <p className="actions">
            <ButtonLink href={schoolPaths.removedData} variant="secondary" label="Restore one student" />
            <ButtonLink href={schoolPaths.restoreRun(id)} variant="secondary" label="Restore everything" />
          </p>
        </>
      )}
    </div>
  )
}

/** Lists students who were not due at the last run, so that a wrong leaving date is noticed before the removal. */
function NewlyDue({ count, names, isFirst }: { count: number; names: readonly string[]; isFirst: boolean }) {
  if (count === 0) return <p>{isFirst ? 'No student is due.' : 'No student is newly due since the last run.'}</p>
  return (
    <>
      <p>
        {`${count} ${count === 1 ? 'student is' : 'students are'} due${isFirst ? '' : ' who were not at the last run'}. Check that each has really left:`}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {count > names.length ? <p className="small soft">{`And ${count - names.length} more.`}</p> : null}
    </>
  )
}
