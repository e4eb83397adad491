//! Terms over bit-vectors, and answers to "is there an assignment that makes all of these true?".
