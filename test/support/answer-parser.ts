/** Reads answers of the tools as a careful program would: by the fence, the start of each line, and quotes. */

export interface ParsedElement {
  ref: string
  role: string
  name: string
  /** What stands after the name, quotes included. */
  rest: string
  value?: string
  group?: string
  section: string
  frame: number
}

export interface ParsedAnswer {
  /** Lines of the tool's own, outside of fences, without the failure's. */
  said: string[]
  observations: string[]
  elements: ParsedElement[]
  /** Lines of page text, without their bars. */
  text: string[]
  added: string[]
  removed: string[]
  /** Lines inside the fence that are neither elements nor text. */
  facts: string[]
  /** Refs that the answer says are gone. */
  gone: string[]
  continuation?: string
  failure?: {
    code: string
    refs: string
    lease: string
    repeat: boolean
    recover: string
    url?: string
    reason?: string
  }
}

const OPEN = /^--- (o\d*) untrusted page content ---$/
const CLOSE = '--- end ---'
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const ELEMENT = new RegExp(`^(?:(g\\d+) )?(e\\d+) ([a-z]+)(?: (${QUOTED}))?(.*)$`)

export function parseAnswer(answer: string): ParsedAnswer {
  const parsed: ParsedAnswer = {
    said: [],
    observations: [],
    elements: [],
    text: [],
    added: [],
    removed: [],
    facts: [],
    gone: [],
  }
  let inside = false
  let section = ''
  let frame = 0
  for (const line of answer.split('\n')) {
    const opening = OPEN.exec(line)
    if (!inside && opening) {
      inside = true
      section = ''
      frame = 0
      parsed.observations.push(opening[1]!)
    } else if (inside && line === CLOSE) inside = false
    else if (!inside) {
      parsed.said.push(line)
      const more = /continue: browser_observe_next (\S+)$/.exec(line) ?? /all: browser_observe_next (\S+)$/.exec(line)
      const gone = /^[a-z][^"]*: changed: .*?((?:e\d+, )*e\d+) gone/.exec(line)
      if (gone) parsed.gone.push(...gone[1]!.split(', '))
      if (more) parsed.continuation = more[1]!
    } else if (line.startsWith('|+ ')) parsed.added.push(line.slice(3))
    else if (line.startsWith('|- ')) parsed.removed.push(line.slice(3))
    else if (line.startsWith('| ')) parsed.text.push(line.slice(2))
    else if (/^[a-z]+:$/.test(line)) section = line.slice(0, -1)
    else if (/^frame \d+ "/.test(line)) frame = Number(line.split(' ')[1])
    else if (ELEMENT.test(line)) parsed.elements.push(...elementsOf(line, section, frame))
    else parsed.facts.push(line)
  }
  if (parsed.said.at(-1)?.startsWith('browser_failure ')) {
    parsed.failure = JSON.parse(parsed.said.pop()!.slice('browser_failure '.length))
  }
  return parsed
}

/** One line may hold a whole record: its elements are parted by `; ` outside of quotes. */
function elementsOf(line: string, section: string, frame: number): ParsedElement[] {
  const parts = line.match(new RegExp(`(?:${QUOTED}|[^";])+`, 'g')) ?? []
  let group: string | undefined
  return parts.flatMap((part) => {
    const match = ELEMENT.exec(part.trim())
    if (!match) return []
    const [, ownGroup, ref, role, name, rest] = match
    group = ownGroup ?? group
    const value = new RegExp(`^ =(${QUOTED})`).exec(rest!)?.[1]
    return {
      ref: ref!,
      role: role!,
      name: name === undefined ? '' : JSON.parse(name),
      rest: rest!.trim(),
      section,
      frame,
      ...(value === undefined ? {} : { value: JSON.parse(value) as string }),
      ...(group === undefined ? {} : { group }),
    }
  })
}
