import { ButtonLink, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classKeys, classOf } from '~/models/retention/field-classes'
import { runStateWords } from '~/models/retention/options'
import { inEnglish } from '~/models/retention/record-words'
import { confirmRun, countRemoved, findRun, hasSecondPerson } from '~/models/retention/runs.server'
import { formatInstant } from '~/models/shared/calendar'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'

export const handle = pageTitle(() => 'Removal of data', { hasForm: true })

const same = 'You asked for this run yourself: another owner of the account confirms it.'

const page = deciding({
  may: 'settings:edit',
  find: (scope, id: string) => findRun(scope, id),
  more: async (run, { scope }) => {
    const removed = await countRemoved(scope, run.id)
    return {
      asked: `${run.askedByName}, ${formatInstant(run.askedAt, 'en')}`,
      confirmed: run.confirmedAt && `${run.confirmedByName ?? ''}, ${formatInstant(run.confirmedAt, 'en')}`,
      isWaiting: run.state === 'asked',
      mustBeOther: run.askedBy === scope.actor.id && (await hasSecondPerson(scope)),
      removed: classKeys.flatMap((key) => {
        const count = removed.find((one) => one.key === key)?.count
        return count ? [{ label: inEnglish(classOf(key).title), value: String(count) }] : []
      }),
    }
  },
  obstacle: ({ state }, { mustBeOther }) => (state !== 'asked' ? runStateWords[state] : mustBeOther ? same : null),
  asksPassword: true,
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
      {({ at }) => (
        <>
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
