import { useEffect, useRef } from 'react'
import { focusTarget, Icon } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ErrorSummaryProps = {
  /** In the order of the fields; `id` is the field's, left out for what concerns the whole form. */
  errors: ReadonlyArray<{ id?: string; message: string }>
  title?: string
  /** A sentence below the title: what could not be done. */
  text?: string
}

/** What is wrong with a form, on top of it, each line a link to its field; nothing while all is well. */
export function ErrorSummary({ errors, title, text }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // Each answer of the server hands over a new list: every failed attempt brings the reader back here.
  useEffect(() => {
    if (errors.length > 0) box.current?.focus()
  }, [errors])
  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without script the attribute is the only way to bring the reader to what went wrong
    <div className="alert bad" role="alert" tabIndex={-1} ref={box} autoFocus>
      <Icon name="alert" />
      <div>
        <strong>{title ?? m.shared_problem()}</strong>
        {text ? <p>{text}</p> : null}
        <ul>
          {errors.map(({ id, message }) => (
            <li key={`${id} ${message}`}>
              {id ? (
                <a href={`#${id}`} onClick={focusTarget}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
