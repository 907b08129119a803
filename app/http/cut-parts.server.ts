/**
 * Lets a multipart body through, but of each part no more than `largest` bytes: what goes on beyond is thrown away as it
 * arrives, so that a file of any size costs no more memory than the largest one that is taken, and the fields after it are
 * still read. A part that was cut is longer than any file that is taken, so it is refused by its size.
 */
export function cutParts(boundary: string, largest: number): TransformStream<Uint8Array, Uint8Array> {
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let held = Buffer.alloc(0)
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      const pass = (bytes: Buffer) => {
        const room = Math.max(0, largest - seen)
        seen += bytes.length
        if (room > 0 && bytes.length > 0) controller.enqueue(bytes.subarray(0, room))
      }
      const data = held.length > 0 ? Buffer.concat([held, chunk]) : Buffer.from(chunk)
      let from = 0
      for (let next = data.indexOf(mark, from); next !== -1; next = data.indexOf(mark, from)) {
        pass(data.subarray(from, next))
        controller.enqueue(data.subarray(next, next + mark.length))
        seen = 0
        from = next + mark.length
      }
      // The mark may begin at the end of this chunk.
      const sure = Math.max(from, data.length - mark.length + 1)
      pass(data.subarray(from, sure))
      held = data.subarray(sure)
    },
    flush(controller) {
      if (held.length > 0) controller.enqueue(held)
    },
  })
}
