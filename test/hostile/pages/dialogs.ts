import { type HostileGroup, pressed, script } from '../hostile-page.ts'

export const DIALOGS: HostileGroup = {
  group: 'dialogs without end',
  pages: [
    script('alerts while it loads', 'for (;;) alert(1)'),
    pressed('alerts on a click', 'for (;;) alert(1)', { always: true, must: 'fail' }),
    pressed('confirms until the answer is yes', 'while (!confirm("Yes?"));', { must: 'fail' }),
    pressed('prompts until there is an answer', 'while (!prompt("Name?"));', { must: 'fail' }),
    script('an alert every ten milliseconds', 'setInterval(() => alert(1), 10)'),
    script('an alert of a million characters', 'alert("x".repeat(1e6))', { must: 'be-observed' }),
    script('print, all the time', 'setInterval(() => print(), 10)', { must: 'be-observed' }),
    pressed(
      'asks before it is left',
      `
      addEventListener('beforeunload', (leaving) => { leaving.preventDefault(); leaving.returnValue = 'x' })
      location.href = '/home'`,
    ),
    script(
      'a modal dialog that opens again when it is closed',
      `
      const dialog = document.body.appendChild(document.createElement('dialog')); dialog.textContent = 'Stay'
      dialog.onclose = () => dialog.showModal(); dialog.showModal(); setInterval(() => dialog.close(), 20)`,
    ),
  ],
}
