import { Form } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary, FileField } from '~/components/forms'
import { ButtonLink, SubmitButton } from '~/components/ui'

type MarksUploadFormProps = { action: string; templateHref: string; cancelHref: string; problem: string | null }

export function MarksUploadForm({ action, templateHref, cancelHref, problem }: MarksUploadFormProps) {
  const errors = useMemo(() => (problem === null ? [] : [{ id: 'file', message: problem }]), [problem])
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="card">
      <ErrorSummary errors={errors} title="Import Failed" />
      <p>
        <a className="alone" href={templateHref} download>
          Download the file to fill in
        </a>
      </p>
      <FileField
        label="File"
        hint="CSV or Excel (.xlsx) with the columns Enrollment number (or Roll number) and Marks. AB is absent, EX is exempt; empty marks leave the student unchanged."
        accept=".csv,.xlsx,.txt,text/csv"
        name="file"
        errors={problem === null ? undefined : [problem]}
      />
      <div className="actions">
        <SubmitButton busyText="Uploading...">Upload and check</SubmitButton>
        <ButtonLink href={cancelHref} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
      <p className="small soft">Nothing is changed yet: you first see what would happen.</p>
    </Form>
  )
}
