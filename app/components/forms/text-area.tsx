import { type TextareaHTMLAttributes, useState, useSyncExternalStore } from 'react'
import { Field, type FieldProps } from './field'

const nothingChanges = () => () => {}

/**
 * A text area that keeps what was typed before the scripts were here, and where the caret stands: React takes a text area over by putting
 * the text that it knows over what somebody has typed meanwhile (React 18; it leaves inputs alone), and each time it is told the text,
 * the selection is lost. One that came with the document is never told; its text is there.
 */
export function TextArea({ defaultValue, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const isTakenOver = useSyncExternalStore(
    nothingChanges,
    () => false,
    () => !import.meta.env.SSR,
  )
  const [cameWithDocument] = useState(isTakenOver)
  return <textarea {...rest} defaultValue={cameWithDocument ? undefined : defaultValue} />
}

type TextAreaFieldProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  return <Field {...props}>{(control) => <TextArea className="input" rows={4} {...control} />}</Field>
}
