type FirstButtonProps = {
  /** The intent of the form's button that goes on. */
  value: string
}

/** Enter in a field presses a form's first button: it must be the one that goes on, not one that searches. Seen and heard by nobody. */
export function FirstButton({ value }: FirstButtonProps) {
  return <button type="submit" className="sr" name="intent" value={value} tabIndex={-1} aria-hidden="true" />
}
