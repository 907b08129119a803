import { ButtonLink, DefinitionList, LinkParagraph } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { listSecondPersons } from '~/models/people/second-person/ask.server'
import { daysToDecide, labelOf, requestStateWords, rightFor } from '~/models/people/second-person/options'
import { type FoundRequest, findRequest, obstacleToAgree } from '~/models/people/second-person/requests.server'
import { whyNotDone } from '~/models/people/second-person/words'
import { agreeToRequest } from './__acts.server'
import { factsOf } from './__facts'
import { obstacleWords, subjectHref } from './__words'

export const handle = pageTitle(() => 'Second person', { hasForm: true })

/** State in words. The worker undoes an import only after the agreement, so the import's page shows the result. */
const stateWord = ({ kind, state }: Pick<FoundRequest, 'kind' | 'state'>) =>
  kind === 'import-undo' && state === 'done' ? 'Agreed: the import shows the result' : requestStateWords[state]

const page = deciding({
  may: 'second-person:view',
  find: (scope, id: string) => findRequest(scope, id),
  more: async (request, { scope, role }) => {
    const [obstacle, others] = await Promise.all([
      obstacleToAgree(scope, request),
      listSecondPersons(scope, rightFor(request.kind), request.askedBy),
    ])
    const { kind, subject, state, amountPaise, payload, note } = request
    const isWaiting = state === 'waiting'
    const names = others.filter(({ isTrusted }) => isTrusted).map(({ name }) => name)
    return {
      obstacle,
      isWaiting,
      isOwn: request.askedBy === scope.actor.id,
      what: labelOf(kind),
      state: stateWord(request),
      // A request about the school itself links to the settings, which not every role may see.
      href: subject === '' && !mayStaff(role, 'settings:view') ? null : subjectHref(kind, subject),
      facts: [
        { label: 'Student', value: request.studentName },
        { label: 'Amount', value: amountPaise === null ? null : formatPaise(amountPaise, { style: 'exact' }) },
        ...(payload === null ? [] : factsOf(kind, payload)),
        { label: 'Requested by', value: `${request.askedByName}, ${formatInstant(request.askedAt, 'en')}` },
        ...(isWaiting
          ? [{ label: 'Who may agree', value: names.join(', ') || 'Not assigned' }]
          : [{ label: 'Status', value: stateWord(request) }, ...decidedFact(request.decidedByName, request.decidedAt)]),
        ...(note === null ? [] : [{ label: 'Why', value: state === 'failed' ? whyNotDone(note) : note }]),
      ].filter(({ value }) => value !== null),
    }
  },
  obstacle: (request, { obstacle }) =>
    obstacle === 'over' ? `${stateWord(request)}.` : obstacle && obstacleWords[obstacle],
  // A recent password does not suffice: a session left open at a colleague's desk is not a second person.
  asksPassword: 'always',
  decide: (scope, id) => agreeToRequest(scope, id),
  refusals: {
    ...obstacleWords,
    'asker-gone': whyNotDone('asker-gone'),
    unreadable: whyNotDone('unreadable'),
    'not-now': ({ because }) => `The request was not carried out and is still waiting. ${whyNotDone(because)}`,
    'not-done': ({ because }) => `The request could not be carried out and is closed. ${whyNotDone(because)}`,
  },
  decided: (id, { kind, subject }) =>
    kind === 'import-undo' ? schoolPaths.import(subject) : schoolPaths.secondPersonRequest(id),
  title: 'Agreed!',
  message: (_, { kind }) => (kind === 'import-undo' ? 'The import is being undone.' : 'It is done.'),
})
export const loader = page.loader
export const action = page.action

function Subject({ href }: { href: string | null }) {
  return href === null ? null : <LinkParagraph href={href} label="Open the record" />
}

const decidedFact = (decider: string | null, at: Date | null) =>
  at === null ? [] : [{ label: 'Decided', value: [decider, formatInstant(at, 'en')].filter(Boolean).join(', ') }]

export default decisionPage<typeof loader>({
  title: ({ more }) => more.what,
  submit: 'Agree and carry out',
  isDangerous: true,
  obstacleTitle: ({ more }) => more.state,
  backHref: schoolPaths.secondPerson,
  passwordHint: 'Needed each time, because you agree in your own name',
  instead: ({ at, more }) => (
    <>
      <DefinitionList items={more.facts} />
      <Subject href={more.href} />
      {more.isOwn && more.isWaiting ? (
        <ButtonLink href={schoolPaths.withdrawRequest(String(at))} variant="secondary" label="Withdraw" />
      ) : null}
    </>
  ),
  explanation: ({ at, more }) => (
    <>
      <DefinitionList items={more.facts} />
      <Subject href={more.href} />
      <p>{`When you agree, the request is carried out at once in the requester’s name. It lapses after ${daysToDecide} days.`}</p>
      <LinkParagraph href={schoolPaths.refuseRequest(String(at))} label="Refuse instead" />
    </>
  ),
})
