export const SIGN_OUT_TEXT = { title: 'Salir también en el proveedor' }
