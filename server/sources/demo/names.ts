import { folded } from '#server/domain/folded.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

export const FIRST_NAMES: readonly string[] = words(`
  María Juan Lucía Martín Sofía Diego Valentina Pablo Camila Carlos Florencia Jorge Julieta Sebastián Agustina
  Nicolás Micaela Facundo Rocío Matías Paula Gonzalo Carolina Leandro Daniela Federico Natalia Hernán Verónica
  Alejandro Gabriela Ezequiel Silvia Marcelo Laura Rodrigo Ana Emiliano Victoria Tomás Belén Joaquín Antonella
  Ignacio Malena Santiago Abril Ramiro Milagros Lautaro Brenda Franco Yamila Maximiliano Noelia Gastón Soledad
  Cristian Mariana Lucas Cecilia Damián Romina Adrián Lorena Bruno Graciela Mauro Susana Iván Norma Fabián Estela
  Emanuel Marta Esteban Patricia Ariel Claudia Germán Elena Íñigo Candela Luis Jimena Raúl Celeste Oscar Zoe`)

export const LAST_NAMES: readonly string[] = words(`
  González Rodríguez Gómez Fernández López Díaz Martínez Pérez García Sánchez Romero Sosa Torres Álvarez Ruiz
  Ramírez Flores Benítez Acosta Medina Herrera Suárez Aguirre Giménez Gutiérrez Pereyra Rojas Molina Castro Ortiz
  Silva Núñez Luna Juárez Cabrera Ríos Morales Godoy Moreno Ferreyra Domínguez Carrizo Peralta Castillo Ledesma
  Quiroga Vega Vera Muñoz Ojeda Ponce Villalba Cardozo Navarro Coronel Vázquez Ramos Vargas Cáceres Arias Figueroa
  Córdoba Correa Maldonado Paz Rivero Miranda Mansilla Farías Roldán Méndez Guzmán Agüero Hernández Lucero Cruz
  Páez Escobar Mendoza Barrios Bustos Ávila Ayala Blanco Soria Maidana Leiva Duarte Moyano Campos Soto Martín
  Valdez Bravo Chávez Velázquez Olivera Toledo Franco D'Angelo Bianchi Rossi Ferrari Müller O'Connor Iñíguez`)

/** A name as part of an e-mail address: "D'Angelo" → 'dangelo'. */
export const emailPart = (name: string): string => folded(name).replaceAll(' ', '')

/** A name as part of a URL. */
export const slug = (name: string): string => folded(name).replaceAll(' ', '-')
