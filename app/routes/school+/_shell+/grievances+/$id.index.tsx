import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { Alert } from '~/components/ui'
import { foundOr404, parseFields, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { showPage } from '~/kit/pages/show-page'
import { answerForm, topicWords } from '~/models/contact/grievances/grievance-fields'
import { answerGrievance, answerSchema } from '~/models/contact/grievances/grievances.server'
import { findGrievance, listEntries } from '~/models/contact/grievances/read-grievances.server'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { clockWords, grievanceStateWords } from './__words'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>>>(({ number }) => `Grievance ${number}`, {
  hasForm: true,
})

const opening = { may: 'grievances:answer', find: findGrievance } as const

export async function loader(args: LoaderFunctionArgs) {
  const { thing } = await openThing(args, opening)
  const { id: _, words, ...shown } = thing
  const entries = await listEntries(thing.id)
  return {
    ...shown,
    words,
    clock: clockWords(thing, todayInIndia(new Date())),
    entries: entries.map(({ createdAt, ...entry }) => ({ ...entry, at: formatInstant(createdAt, 'en') })),
  }
}

/** Saves an answer; refuses it if another entry was added since the page was opened. */
export async function action(args: ActionFunctionArgs) {
  const { scope, thing } = await openThing(args, opening)
  const body = await readForm(args.request)
  const form = parseFields(body, answerSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await answerGrievance(scope, thing.publicId, Number(body.get('version')), form.value)
  if (outcome.ok) {
    const message = thing.isMailed
      ? 'The writer is informed of the answer by mail.'
      : 'The writer has no e-mail address: inform them yourself.'
    return redirectWithToast(schoolPaths.grievance(thing.publicId), { type: 'success', title: 'Answered!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(
    outcome.reason === 'closed'
      ? 'This grievance is closed.'
      : 'A new text was added since you opened it. Read it, then send your answer again.',
  )
}

/** Reloads after a refusal, to show entries added in the meantime; the typed answer stays. */
export const shouldRevalidate = () => true

const entryWords = { answered: 'Answer', reopened: 'Reopened', closed: 'Closed' } as const

export default showPage<typeof loader>(function useGrievance(grievance) {
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Record<string, unknown>>({ id: 'answer', lastResult, defaultValue: {} })
  const { writerName, publicId, studentPublicId } = grievance
  return {
    title: `Grievance ${grievance.number}`,
    context: `${grievanceStateWords[grievance.state]}. ${topicWords[grievance.topic]}.`,
    parts: [
      {
        title: 'Text of the grievance',
        facts: {
          'Written by': grievance.hasRight
            ? writerName
            : `${writerName}, a guardian who no longer has rights for this student`,
          'How to reach them': grievance.contact,
          'Notification of an answer': grievance.isMailed ? 'By mail' : 'No e-mail address: inform them yourself',
          Student: studentPublicId && <a href={schoolPaths.student(studentPublicId)}>{grievance.studentName}</a>,
          'Received on': formatDay(grievance.receivedOn, 'en'),
          'Answer by': `${formatDay(grievance.answerBy, 'en')} (${grievance.clock})`,
          'Legal deadline': grievance.topic === 'school' ? null : formatDay(grievance.lawBy, 'en'),
        },
        content: <p className="typed">{grievance.words}</p>,
      },
      ...grievance.entries.map(({ kind, words, byName, at }) => ({
        title: `${entryWords[kind]}: ${byName}, ${at}`,
        content: <p className="typed">{words}</p>,
      })),
      grievance.state === 'closed' ? (
        <Alert key="closed" tone="info" text="Closed. The writer may open it again." />
      ) : (
        <OfficeForm
          key="answer"
          state={state}
          lastResult={lastResult}
          submit="Send answer"
          cancelHref={schoolPaths.grievances}
          aside={
            grievance.state === 'answered' ? (
              <a href={schoolPaths.closeGrievance(publicId)}>Close this grievance</a>
            ) : undefined
          }
        >
          <input type="hidden" name="version" value={grievance.version} />
          <FormRows form={answerForm} fields={state.fields} />
        </OfficeForm>
      ),
    ],
  }
})
