import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { SelectField } from '~/components/forms'
import { Alert, PageHead } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { previewPromotion } from '~/models/entry/admissions/promotion/preview-promotion.server'
import { type PromoteRefusal, promoteClass } from '~/models/entry/admissions/promotion/promote-class.server'
import { listPromotions } from '~/models/entry/admissions/promotion/promotion-queries.server'
import { maxPromoted, rollChoices, withoutSection } from '~/models/entry/admissions/promotion/promotion-rules'
import { classChoices, sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions, sessionOptions } from '~/models/people/academics/rules'
import { PromoteForm } from './__promote-form'
import { PromotionList } from './__promotion-list'

export const handle = pageTitle(() => 'Promote a class', { hasForm: true })

function chosenOf(request: Request) {
  const query = new URL(request.url).searchParams
  const readId = (name: string) => idOr404(query, name)
  return {
    from: readId('from'),
    to: readId('to'),
    class: readId('class'),
    section: readId('section'),
    next: readId('next'),
  }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const choices = chosenOf(request)
  if (choices.from && choices.to && choices.class && choices.from !== choices.to) {
    const preview = foundOr404(await previewPromotion(scope, choices))
    return { step: 'preview' as const, preview, formKey: randomUUID() }
  }
  const [sessions, classes, sections, promotions] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    sectionChoices(scope),
    listPromotions(scope),
  ])
  return {
    step: 'choose' as const,
    chosen: choices,
    sameSession: choices.from !== '' && choices.from === choices.to,
    sessions: sessions.map(({ publicId, name, isCurrent, startsOn }) => ({ publicId, name, isCurrent, startsOn })),
    classes,
    sections: sectionOptions(sections),
    promotions: promotions.map(({ madeAt, undoneAt, ...rest }) => ({
      ...rest,
      madeOn: todayInIndia(madeAt),
      undoneOn: undoneAt && todayInIndia(undoneAt),
    })),
  }
}

const refusals: Record<Exclude<PromoteRefusal, 'not-found'>, (names: string) => string> = {
  'same-session': () => 'Select another session to promote into',
  nobody: () => 'Choose an outcome for at least one student',
  'class-changed': () => 'The class has changed in the meantime; check the list again',
  'no-such-section': () => 'Select a valid section for every student',
  'already-enrolled': (names) =>
    `Enrolled in the new session in the meantime: ${names || 'some of these students'}. Nothing was changed; check the list again.`,
  'transport-stays': (names) =>
    `The transport of ${names} cannot be ended now: a payment for it is open, or it began after the last day of the session. End it first under Transport applications. Nothing was changed.`,
  'section-full': (names) =>
    `${names} does not have enough seats. Choose another section for some, or raise its capacity. Nothing was changed.`,
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const { from, to, class: ofClass, next } = chosenOf(request)
  const form = await readForm(request)
  const destinations: Record<string, string> = {}
  for (const [name, value] of form) {
    const enrollment = /^to-(.+)$/.exec(name)?.[1]
    if (isPublicId(enrollment)) destinations[enrollment] = String(value)
  }
  const destinationEntries = Object.entries(destinations)
  const rollNumbers = rollChoices.find((one) => one === form.get('roll_numbers')) ?? 'none'
  const formKey = String(form.get('form_key') ?? '')
  const reply = (message: string) =>
    data({ status: 'error' as const, chosen: destinations, rollNumbers, message }, { status: 422 })
  const isKnownDestination = (destination: string) =>
    isPublicId(destination) || withoutSection.some((one) => one === destination)
  if (destinationEntries.length > maxPromoted || !destinationEntries.every(([, place]) => isKnownDestination(place)))
    return reply(refusals['no-such-section'](''))
  if (!/^[\w-]{10,40}$/.test(formKey)) return reply('Open this page again and repeat what you did')
  const destinationOf = new Map(destinationEntries.filter(([, place]) => place !== 'skip'))
  const input = {
    fromSession: from,
    toSession: to,
    class: ofClass,
    nextClass: next,
    destinationOf,
    rollNumbers,
    formKey,
  }
  const outcome = await promoteClass(scope, input)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.promote, {
      type: 'success',
      title: 'Updated!',
      message: `${counted(destinationOf.size, 'student')} promoted or marked as left. It can be undone below.`,
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return reply(refusals[outcome.reason](outcome.names.join(', ')))
}

export default function PromotePage() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = useMemo(() => (refused ? [{ message: refused.message }] : []), [refused])
  if (page.step === 'choose') {
    return (
      <>
        <PageHead title="Promote a class" context="You see a preview first; nothing is changed until you confirm." />
        <div className="stack">
          <ChoosePromotion {...page} />
          <PromotionList promotions={page.promotions} />
        </div>
      </>
    )
  }
  const { preview, formKey } = page
  return (
    <>
      <PageHead title={`Promote ${preview.className}`} context={`From ${preview.fromName} to ${preview.toName}`} />
      {preview.rows.length === 0 ? (
        <Alert tone="info" title="No students to promote">
          <p>
            {preview.enrolled.length > 0
              ? `All ${counted(preview.enrolled.length, 'student')} are already enrolled in ${preview.toName}. `
              : `No student is enrolled in this class in ${preview.fromName}. `}
            <a href={schoolPaths.promote}>Choose another class</a>
          </p>
        </Alert>
      ) : (
        <PromoteForm
          preview={preview}
          formKey={formKey}
          chosen={refused?.chosen ?? {}}
          rollNumbers={refused?.rollNumbers ?? 'none'}
          errors={errors}
        />
      )}
    </>
  )
}

type Choosing = Extract<SerializeFrom<typeof loader>, { step: 'choose' }>

/** Selects class and sessions of a promotion: a GET form, so that the preview has a URL. */
function ChoosePromotion({ chosen, sameSession, sessions, classes, sections }: Choosing) {
  const current = sessions.find((one) => one.isCurrent)
  const after = sessions
    .filter((one) => current && one.startsOn > current.startsOn)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn))[0]
  if (sessions.length < 2) {
    return (
      <div className="card">
        <p>
          There is no session to promote into yet. <a href={schoolPaths.newSession}>Add the next academic session</a>,
          then come back.
        </p>
      </div>
    )
  }
  const [options, ofClasses] = [sessionOptions(sessions), choicesOf(classes)]
  const [from, to] = [chosen.from || current?.publicId, chosen.to || after?.publicId]
  const wrong = sameSession ? ['Select another session to promote into'] : undefined
  return (
    <form method="get" action={schoolPaths.promote} className="card">
      <div className="cols">
        <SelectField name="from" label="From session" required defaultValue={from} options={options} />
        <SelectField name="to" label="To session" required errors={wrong} defaultValue={to} options={options} />
      </div>
      <div className="cols">
        <SelectField name="class" label="Class" required defaultValue={chosen.class} options={ofClasses} />
        <SelectField
          name="section"
          label="Section"
          placeholder="All sections of the class"
          defaultValue={chosen.section}
          options={sections}
        />
      </div>
      <SelectField
        name="next"
        label="Into class"
        hint="Choose one if the class divides into streams, such as 11 Science and 11 Commerce, and promote once into each"
        placeholder="The next class"
        defaultValue={chosen.next}
        options={ofClasses}
      />
      <div className="actions">
        <button type="submit" className="btn">
          Show preview
        </button>
      </div>
    </form>
  )
}
