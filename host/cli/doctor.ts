import { describeFailure } from './exit.ts'

export interface Check {
  name: string
  ok: boolean
  /** What was found, or what is wrong and what to do. */
  detail: string
}

export interface Question {
  name: string
  /** Answers what was found, or throws what is wrong. */
  ask(): Promise<string>
}

/** Asks every question, one after the other; one that fails does not stop those after it. */
export async function examine(questions: readonly Question[]): Promise<Check[]> {
  const checks: Check[] = []
  for (const { name, ask } of questions) {
    try {
      checks.push({ name, ok: true, detail: await ask() })
    } catch (error) {
      checks.push({ name, ok: false, detail: describeFailure(error) })
    }
  }
  return checks
}

export function printChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map((check) => check.name.length))
  return checks
    .map(({ name, ok, detail }) => {
      const [first = '', ...rest] = detail.split('\n')
      const indent = ' '.repeat(width + 8)
      return [`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${first}`, ...rest.map((line) => indent + line)].join(
        '\n',
      )
    })
    .join('\n')
}
