import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { type FormResult, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { ButtonLink, Card, DataTable, DefinitionList, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import type { FormView } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { type GrievanceState, isWaiting, type Topic } from '~/models/contact/grievances/options'
import { formatDay } from '~/models/core/shared/calendar'

function topicWord(topic: Topic): string {
  const words = {
    data: m.grievances_topic_data,
    correction: m.grievances_topic_correction,
    erasure: m.grievances_topic_erasure,
    consent: m.grievances_topic_consent,
    school: m.grievances_topic_school,
  }
  return words[topic]()
}

function stateWord(state: GrievanceState): string {
  const words = {
    open: m.grievances_state_open,
    answered: m.grievances_state_answered,
    reopened: m.grievances_state_reopened,
    closed: m.grievances_state_closed,
  }
  return words[state]()
}

type Row = {
  publicId: string
  number: string
  topic: Topic
  state: GrievanceState
  isUnread: boolean
  receivedOn: string
  answerBy: string
}

type Side = 'student' | 'guardian'

export function OwnGrievancesPage({ side }: { side: Side }) {
  return (
    <>
      <PageHead
        title={m.grievances_title()}
        context={m.grievances_context()}
        action={<ButtonLink href={paths[side].newGrievance} variant="next" icon="plus" label={m.grievances_new()} />}
      />
      <OwnGrievances rows={useLoaderData() as readonly Row[]} hrefOf={paths[side].grievance} />
    </>
  )
}

function OwnGrievances({ rows, hrefOf }: { rows: readonly Row[]; hrefOf: (id: string) => string }) {
  const language = currentLanguage()
  if (rows.length === 0) {
    return <EmptyState icon="info" title={m.grievances_none()} text={m.grievances_none_text()} />
  }
  return (
    <DataTable
      caption={m.grievances_title()}
      rows={rows}
      rowKey={(row) => row.publicId}
      columns={[
        { label: m.grievances_number(), role: 'title', cell: (row) => <a href={hrefOf(row.publicId)}>{row.number}</a> },
        { label: m.grievances_topic(), cell: (row) => topicWord(row.topic) },
        { label: m.grievances_received(), cell: (row) => formatDay(row.receivedOn, language) },
        {
          label: m.grievances_state(),
          cell: (row) => (row.isUnread ? m.grievances_unread({ what: stateWord(row.state) }) : stateWord(row.state)),
        },
        {
          label: m.grievances_answer_by(),
          cell: (row) => (isWaiting(row.state) ? formatDay(row.answerBy, language) : '–'),
        },
      ]}
    />
  )
}

type Entry = { kind: 'answered' | 'reopened' | 'closed'; words: string; at: string }

type OwnGrievanceProps = {
  grievance: Omit<Row, 'isUnread'> & { words: string; lawBy: string; studentName: string | null; hasRight: boolean }
  entries: readonly Entry[]
  form: FormView
  lastResult: FormResult | undefined
}

export function OwnGrievancePage({ side }: { side: Side }) {
  const loaderData = useLoaderData() as Omit<OwnGrievanceProps, 'lastResult'>
  const lastResult = useActionData() as FormResult | undefined
  return (
    <>
      <PageHead title={loaderData.grievance.number} context={m.grievances_context()} />
      <OwnGrievance {...loaderData} lastResult={lastResult} />
      <p>
        <a href={paths[side].grievances}>{m.grievances_back()}</a>
      </p>
    </>
  )
}

function OwnGrievance({ grievance, entries, form: described, lastResult }: OwnGrievanceProps) {
  const { form, fields, allErrors } = useServerForm<{ words: string }>({ id: 'reopening', lastResult })
  const language = currentLanguage()
  const titles = {
    answered: m.grievances_school_answered,
    reopened: m.grievances_you_reopened,
    closed: m.grievances_school_closed,
  }
  return (
    <div className="stack">
      <Card title={m.grievances_you_wrote()}>
        <DefinitionList
          items={[
            { label: m.grievances_topic(), value: topicWord(grievance.topic) },
            ...(grievance.studentName ? [{ label: m.grievances_child(), value: grievance.studentName }] : []),
            { label: m.grievances_received(), value: formatDay(grievance.receivedOn, language) },
            { label: m.grievances_state(), value: stateWord(grievance.state) },
            ...(isWaiting(grievance.state)
              ? [{ label: m.grievances_answer_by(), value: formatDay(grievance.answerBy, language) }]
              : []),
          ]}
        />
        <p className="typed">{grievance.words}</p>
      </Card>
      {entries.map(({ kind, words, at }) => (
        <Card key={`${kind} ${at} ${words}`} title={`${titles[kind]()}: ${at}`}>
          <p className="typed">{words}</p>
        </Card>
      ))}
      {grievance.hasRight ? null : <p>{m.grievances_no_right()}</p>}
      {isWaiting(grievance.state) || !grievance.hasRight ? null : (
        <Form method="post" className="card" {...form}>
          <h2>{m.grievances_reopen_title()}</h2>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.grievances_failed()} />
          <FormRows form={described} fields={fields} />
          <div className="actions">
            <SubmitButton variant="secondary" busyText={m.grievances_sending()}>
              {m.grievances_reopen()}
            </SubmitButton>
          </div>
        </Form>
      )}
      {grievance.topic === 'school' ? null : (
        <p className="soft">{m.grievances_board({ date: formatDay(grievance.lawBy, language) })}</p>
      )}
    </div>
  )
}
