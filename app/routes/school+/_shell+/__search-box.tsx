import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { schoolPaths } from '~/http/school-paths'

/**
 * The office's search box, in the header of every page. With JavaScript, the `/` key focuses it. Enter opens the page
 * of the only student or receipt with the typed number.
 */
export function SearchBox() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Form method="get" action={schoolPaths.search} role="search" className="top-search">
      <input type="hidden" name="go" value="1" />
      <input
        ref={box}
        className="input"
        type="search"
        name="search"
        maxLength={80}
        aria-label="Find anything"
        aria-keyshortcuts="/"
        placeholder="Find a student, receipt, page ( / )"
      />
    </Form>
  )
}
