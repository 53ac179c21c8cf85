// The layout of every HTML mail: tables and inline styles for Outlook, a style sheet for dark mode and narrow screens.
import { escapeMarkup } from '#contract/markup-text.ts'
import { MAIL_TEXT } from './text.ts'

export interface MailFrame {
  readonly title: string
  /** The preview that lists of mails show after the subject. */
  readonly preview: string
  /** HTML. */
  readonly body: string
  /** Of a button; undefined: none. */
  readonly link: string | undefined
  /** HTML. */
  readonly footer: string
}

export const FONT =
  "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,Helvetica,Arial,sans-serif"

/** Classes that dark mode and phones override; the inline styles are those of light mode. */
const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.gd-canvas{background:#101215!important}.gd-card{background:#17191d!important;border-color:#272b31!important}
.gd-ink{color:#eceef1!important}.gd-dim{color:#9aa2ae!important}.gd-line{border-color:#272b31!important}
.gd-accent{color:#9db4ff!important}.gd-up{color:#4cc38a!important}.gd-down{color:#ff8f7a!important}
.gd-button{background:#4a69d9!important}.gd-light{display:none!important}.gd-dark{display:block!important;max-height:none!important}
}
@media (max-width:640px){.gd-pad{padding:24px 18px!important}.gd-edge{padding:0!important}.gd-title{font-size:19px!important}
.gd-wide{display:none!important}}
`

/** A border that Outlook draws too. */
const card = 'border:1px solid #e3e6eb;border-radius:10px;background:#ffffff'

const button = (link: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:24px"><tr><td class="gd-button" bgcolor="#3154c9" style="border-radius:8px;background:#3154c9"><a href="${escapeMarkup(link)}" style="${FONT};display:inline-block;padding:11px 20px;font-size:14px;font-weight:600;color:#ffffff;text-decoration:none">${MAIL_TEXT.open}</a></td></tr></table>`

export function mailHtml({ title, preview, body, link, footer }: MailFrame): string {
  const cell = `class="gd-pad" style="padding:32px"`
  return `<!doctype html>
<html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeMarkup(title)}</title><style>${STYLES}</style></head>
<body class="gd-canvas" style="margin:0;padding:0;background:#f6f7f9">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(preview)}</div>
<table role="presentation" class="gd-canvas" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f7f9" style="background:#f6f7f9"><tr><td align="center" class="gd-edge" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:640px">
<tr><td class="gd-card" bgcolor="#ffffff" style="${card}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td ${cell}>
<div class="gd-accent" style="${FONT};font-size:13px;font-weight:600;color:#2948ad;padding-bottom:14px">Góndola</div>
<h1 class="gd-ink gd-title" style="${FONT};margin:0;font-size:22px;line-height:1.3;font-weight:600;color:#1a1d23">${escapeMarkup(title)}</h1>
${body}
${link === undefined ? '' : button(link)}
</td></tr></table></td></tr>
<tr><td class="gd-dim gd-pad" style="${FONT};padding:18px 32px;font-size:12px;line-height:1.6;color:#5b6370">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`
}
