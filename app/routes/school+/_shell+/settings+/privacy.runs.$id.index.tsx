import { ButtonLink, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listNewlyDue } from '~/models/retention/due.server'
import { classKeys, classOf } from '~/models/retention/field-classes'
import { runStateWords } from '~/models/retention/options'
import { inEnglish } from '~/models/retention/record-words'
import { confirmRun, countRemoved, findRun, hasSecondPerson, planBefore } from '~/models/retention/runs.server'
import { formatDay, formatInstant } from '~/models/shared/calendar'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'

export const handle = pageTitle(() => 'Removal of data', { hasForm: true })

const same = 'You asked for this run yourself: another owner of the account confirms it.'

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findRun(scope, id),
  more: async (run, { scope }) => {
    const [removed, before] = await Promise.all([countRemoved(scope, run.id), planBefore(scope, run.id)])
    const isFirst = Object.keys(before).length === 0
    const fresh = run.state === 'asked' && !isFirst ? await listNewlyDue(scope, run.plan, before) : null
    return {
      asked: `${run.askedByName}, ${formatInstant(run.askedAt, 'en')}`,
      confirmed: run.confirmedAt && `${run.confirmedByName ?? ''}, ${formatInstant(run.confirmedAt, 'en')}`,
      isWaiting: run.state === 'asked',
      fresh: fresh && {
        ...fresh,
        names: fresh.names.map((one) => `${one.name} (left on ${formatDay(one.leftOn, 'en')})`),
      },
      mustBeOther: run.askedBy === scope.actor.id && (await hasSecondPerson(scope)),
      removed: classKeys.flatMap((key) => {
        const count = removed.find((one) => one.key === key)?.count
        return count ? [{ label: inEnglish(classOf(key).title), value: String(count) }] : []
      }),
    }
  },
  obstacle: ({ state }, { mustBeOther }) => (state !== 'asked' ? runStateWords[state] : mustBeOther ? same : null),
  // Each time, however lately it was given: nothing brings back what is removed.
  asksPassword: 'always',
  decide: (scope, id) => confirmRun(scope, id),
  refusals: { over: 'This run was confirmed or withdrawn already.', 'same-person': same },
  decided: schoolPaths.retentionRun,
  message: 'The worker has begun.',
})
export const loader = page.loader
export const action = page.action

export default function RetentionRunPage() {
  return (
    <DecisionPage<typeof loader>
      title="Removal of data"
      context={({ more }) => `Asked for by ${more.asked}${more.confirmed ? `; confirmed by ${more.confirmed}` : ''}`}
      submit="Remove for good"
      isDangerous
      obstacleTitle="State"
      backHref={schoolPaths.privacySettings}
      instead={({ at, more }) =>
        more.isWaiting ? (
          <ButtonLink href={schoolPaths.withdrawRetention(String(at))} variant="secondary">
            Withdraw
          </ButtonLink>
        ) : (
          <DefinitionList items={more.removed} />
        )
      }
    >
      {({ at, more }) => (
        <>
          {more.fresh ? <NewlyDue {...more.fresh} /> : null}
          <p>What is removed cannot be brought back. Backups keep it until they are removed themselves.</p>
          <p>
            <a className="alone" href={schoolPaths.withdrawRetention(String(at))}>
              Withdraw the run instead
            </a>
          </p>
        </>
      )}
    </DecisionPage>
  )
}

/** Whom this run takes for the first time: a wrong leaving date stands out here. */
function NewlyDue({ count, names }: { count: number; names: readonly string[] }) {
  if (count === 0) return <p>Nobody is due who was not due at the last run.</p>
  return (
    <>
      <p>{`${count} ${count === 1 ? 'student is' : 'students are'} due who were not at the last run. Look whether each has really left:`}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {count > names.length ? <p className="small soft">{`And ${count - names.length} more.`}</p> : null}
    </>
  )
}
